import GraphModel

extension RenderingError: DescribedError {}

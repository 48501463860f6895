import GraphModel

extension LayoutError: DescribedError {}

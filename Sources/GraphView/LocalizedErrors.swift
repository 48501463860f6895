import GraphModel

extension GraphViewError: DescribedError {}

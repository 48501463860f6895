import GraphModel

extension GraphFileError: DescribedError {}

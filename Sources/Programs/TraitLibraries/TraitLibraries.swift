// This file is empty. Package.swift explains at `traitLibraries` why the target exists.

// Empty. Package.swift says at `traitLibraries` why there is this target.

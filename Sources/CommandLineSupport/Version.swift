/// The version of the package, which `--version` of its programs prints. The README and CHANGELOG
/// name it too; scripts/check compares them.
package let packageVersion = "0.2.0-dev"

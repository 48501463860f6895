#pragma once

// Nothing to call: a program that links this target has its locks seen by the race detector.

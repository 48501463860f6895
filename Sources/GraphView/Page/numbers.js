// Utilities for numbers: ranges and the time.

export function clamp(value, low, high) { return Math.max(low, Math.min(value, high)); }

// Returns the least and the greatest finite number; null if there is none.
export function rangeOf(numbers) {
  let low = Infinity, high = -Infinity;
  for (const one of numbers) {
    if (!Number.isFinite(one)) continue;
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return low <= high ? [low, high] : null;
}

// Returns a monotonic time in milliseconds.
export function clock() { return performance.now(); }

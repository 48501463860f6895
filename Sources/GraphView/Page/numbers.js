// Numbers: bounds, and the time.

export function clamp(value, low, high) { return Math.max(low, Math.min(value, high)); }

// The least and the largest of the numbers that are finite; null when none is.
export function rangeOf(numbers) {
  let low = Infinity, high = -Infinity;
  for (const one of numbers) {
    if (!Number.isFinite(one)) continue;
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return low <= high ? [low, high] : null;
}

// Milliseconds since some moment.
export function clock() { return performance.now(); }

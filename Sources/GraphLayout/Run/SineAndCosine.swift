import ForceSimulation

/// Returns sine and cosine of an angle in turns, with the same result on every machine.
func sineAndCosine(turns: Double) -> (sine: Double, cosine: Double) {
  let part = turns - turns.rounded(.down)
  return StartPositions.sineAndCosine(turn: UInt64(min(part, 0x1.fffffffffffffp-1) * 0x1p64))
}

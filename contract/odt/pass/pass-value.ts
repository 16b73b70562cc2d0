type PassInTime = { readonly startMs: number; readonly peakElevationRad: number }
type Span = { readonly fromMs: number; readonly toMs: number }

/**
 * Returns the value of a pass for a request without named passes: an early and high pass has the highest, 1 to 3. The server uses it to
 * plan such passes, and the page to propose.
 */
export const passValue = ({ startMs, peakElevationRad }: PassInTime, { fromMs, toMs }: Span): number =>
  1 + (1 - (startMs - fromMs) / (toMs - fromMs)) + Math.sin(peakElevationRad)

type PassInTime = { readonly startMs: number; readonly peakElevationRad: number }
type Span = { readonly fromMs: number; readonly toMs: number }

/**
 * What a pass is worth to whoever wants any pass of a window: soon and high is worth most, 1 to 3. The server plans passes that nobody
 * named by it, and the page proposes by it.
 */
export const passValue = ({ startMs, peakElevationRad }: PassInTime, { fromMs, toMs }: Span): number =>
  1 + (1 - (startMs - fromMs) / (toMs - fromMs)) + Math.sin(peakElevationRad)

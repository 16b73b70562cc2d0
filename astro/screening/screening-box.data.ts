import type { Regime } from './regime.ts'
import type { ScreeningBox } from './screening-box.ts'

const KM = 1000
const box = (radialKm: number, transverseKm: number, normalKm: number): ScreeningBox => ({
  radialM: radialKm * KM,
  transverseM: transverseKm * KM,
  normalM: normalKm * KM,
})

// Half sizes, km: radial, transverse, normal. Only LEO1 was checked, in the defaults of NASA's CARA Analysis Tools; all others are from the
// Spaceflight Safety Handbook for Satellite Operators of 18 SDS as in domain.md part 3, from memory, not checked against its version 1.7.
export const SCREENING_BOXES: Readonly<Record<Regime, ScreeningBox>> = {
  LEO1: box(2, 44, 51),
  LEO2: box(0.5, 28, 29),
  LEO3: box(0.5, 12, 10),
  LEO4: box(0.5, 2, 2),
  MEO: box(2.2, 17, 21),
  HEO: box(40, 77, 107),
  GEO: box(12, 364, 30),
}

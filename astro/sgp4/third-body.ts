/** The orientation of the orbit of a third body, seen from the node of the satellite's orbit, and the strength of its effect. */
export interface ThirdBody {
  readonly sinG: number
  readonly cosG: number
  readonly sinI: number
  readonly cosI: number
  /** Angle of the satellite's node, counted from the node of the body's orbit. */
  readonly sinH: number
  readonly cosH: number
  /** Strength of the perturbation, rad/min. */
  readonly c: number
}

/** The properties of the satellite's orbit on which the effect of a third body depends. */
export interface PerturbedOrbit {
  readonly meanMotion: number
  readonly e: number
  readonly sinI: number
  readonly cosI: number
  readonly sinOmega: number
  readonly cosOmega: number
}

/**
 * Returns the factors X1 to X8, Z and S by which one body perturbs an orbit, averaged over both revolutions. The tidal pull of a
 * body at distance d grows with r/d; its potential GM′ (3 (r·û)² − r²)/2d³ is a quadratic form of the satellite's position and of
 * the body's direction. The mean over the satellite's revolution contains ⟨r rᵀ⟩, which follows from e and the axes towards perigee
 * and across it. The mean over the body's revolution contains sums of squares of direction cosines between both pairs of axes.
 * Source: Hoots, Schumacher and Glover, "History of Analytical Orbit Modeling in the U.S. Space Surveillance System", JGCD 27
 * (2004), appendix A; dscom of AIAA 2006-6753. Radians and minutes.
 */
export function thirdBodyFactors(orbit: PerturbedOrbit, body: ThirdBody) {
  const { e, sinI, cosI, sinOmega, cosOmega } = orbit
  const { sinG, cosG, sinH, cosH } = body
  // Direction cosines between the axes of the two orbits. a1 and a3 are along the satellite's node; a2 and a4 are across the node
  // in the satellite's plane; a5 and a6 are normal to that plane. The first of each pair is for the direction of the body's
  // perigee, the second for the direction 90° ahead on the body's orbit. The perigee's direction follows from three rotations: g in
  // its plane, its inclination, and h about the pole. a3, a9 and a10 are the derivatives of a1, a7 and a8 with respect to g, which
  // is the direction 90° ahead.
  const a1 = cosG * cosH + sinG * body.cosI * sinH
  const a3 = -sinG * cosH + cosG * body.cosI * sinH
  const a7 = -cosG * sinH + sinG * body.cosI * cosH
  const a8 = sinG * body.sinI
  const a9 = sinG * sinH + cosG * body.cosI * cosH
  const a10 = cosG * body.sinI
  const a2 = cosI * a7 + sinI * a8
  const a4 = cosI * a9 + sinI * a10
  const a5 = -sinI * a7 + cosI * a8
  const a6 = -sinI * a9 + cosI * a10
  // The axes above, rotated by ω, so that they point to the satellite's perigee (x1, x2) and 90° ahead of it (x3, x4).
  const x1 = a1 * cosOmega + a2 * sinOmega
  const x2 = a3 * cosOmega + a4 * sinOmega
  const x3 = -a1 * sinOmega + a2 * cosOmega
  const x4 = -a3 * sinOmega + a4 * cosOmega
  const x5 = a5 * sinOmega
  const x6 = a6 * sinOmega
  const x7 = a5 * cosOmega
  const x8 = a6 * cosOmega
  const e2 = e * e
  // Quadratic forms of these cosines: z1 to z3 drive the mean anomaly, z11 to z13 the inclination, z21 to z23 the node and z31 to
  // z33 the perigee. In each group the second is the mixed term, and the first and the third are the terms of one axis each.
  const z31 = 12 * x1 * x1 - 3 * x3 * x3
  const z32 = 24 * x1 * x2 - 6 * x3 * x4
  const z33 = 12 * x2 * x2 - 3 * x4 * x4
  // The strength over the satellite's mean motion, with the powers of √(1 − e²) that Lagrange's equations have.
  const s3 = body.c / orbit.meanMotion
  const beta = Math.sqrt(1 - e2)
  const s4 = s3 * beta
  return {
    z1: 6 * (a1 * a1 + a2 * a2) + (1 + e2) * z31,
    z2: 12 * (a1 * a3 + a2 * a4) + (1 + e2) * z32,
    z3: 6 * (a3 * a3 + a4 * a4) + (1 + e2) * z33,
    z11: -6 * a1 * a5 + e2 * (-24 * x1 * x7 - 6 * x3 * x5),
    z12: -6 * (a1 * a6 + a3 * a5) + e2 * (-24 * (x2 * x7 + x1 * x8) - 6 * (x3 * x6 + x4 * x5)),
    z13: -6 * a3 * a6 + e2 * (-24 * x2 * x8 - 6 * x4 * x6),
    z21: 6 * a2 * a5 + e2 * (24 * x1 * x5 - 6 * x3 * x7),
    z22: 6 * (a4 * a5 + a2 * a6) + e2 * (24 * (x2 * x5 + x1 * x6) - 6 * (x4 * x7 + x3 * x8)),
    z23: 6 * a4 * a6 + e2 * (24 * x2 * x6 - 6 * x4 * x8),
    z31,
    z32,
    z33,
    s1: -15 * e * s4,
    s2: (-0.5 * s3) / beta,
    s3,
    s4,
    s5: x1 * x3 + x2 * x4,
    s6: x2 * x3 + x1 * x4,
    s7: x2 * x4 - x1 * x3,
  }
}

export type ThirdBodyFactors = ReturnType<typeof thirdBodyFactors>

const MOST_ROUNDS = 12
const AGREEMENT = 1e-4

/**
 * Finds the length of an arc, which must equal the time of its thrust, by iteration until the length converges. If lengths lead to each other in
 * a cycle (along curved orbits a long arc may need less Δv than a short one), the longest of them is long enough for its Δv. The length L and the
 * Δv depend on each other: the plan for an arc of length L needs Δv(L), which takes m Δv(L)/(F d) of thrust. It is a fixed point L = g(L), found
 * by substitution, which converges because g depends weakly on L: the same Δv over a slightly longer time moves the encounter nearly as far. It
 * has converged when two lengths agree to 1e-4; after twelve iterations the last length is used.
 */
export function settleArc<Plan>(
  firstS: number,
  planOf: (arcS: number) => Plan,
  lengthOf: (plan: Plan) => number,
): { readonly arcS: number; readonly plan: Plan } {
  const tried: { readonly arcS: number; readonly plan: Plan }[] = []
  for (let arcS = firstS; ; ) {
    const plan = planOf(arcS)
    tried.push({ arcS, plan })
    const nextS = lengthOf(plan)
    const same = tried.findLastIndex((one) => Math.abs(nextS - one.arcS) <= AGREEMENT * one.arcS)
    if (same === tried.length - 1 || tried.length === MOST_ROUNDS) return { arcS: nextS, plan }
    if (same >= 0) return tried.slice(same).reduce((a, b) => (b.arcS > a.arcS ? b : a))
    arcS = nextS
  }
}

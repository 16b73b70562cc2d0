const MOST_ROUNDS = 12
const AGREEMENT = 1e-4

/**
 * An arc is as long as its thrust takes: found by going round until its length stands. Where lengths ask for each other
 * in turn, as a long arc may need less Δv along curved orbits than a short one, the longest of them is long enough for
 * what it needs. The length L and the Δv depend on each other: the plan for an arc of length L needs Δv(L), and that
 * takes m Δv(L)/(F d) of thrust. It is a fixed point L = g(L), found by substitution, which converges since g depends
 * weakly on L: the same Δv over a little more time moves the encounter nearly as far. It stands when two lengths agree
 * to 1e-4; after twelve rounds the last one is taken.
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

import type { Target } from '../local-risk.ts'

/**
 * Why a burn is larger than its target needs (F2: less is allowed, and explained): weak by 3σ it stays below what is accepted, the engine has no
 * smaller one, it is on for whole steps, the objects meet again at another passage, or the target is less safe than what is accepted.
 */
export type LargerFor =
  | 'weak-burn'
  | 'smallest-burn'
  | 'engine-steps'
  | 'other-passage'
  | 'accepted-distance'
  | 'accepted-probability'

/** Why a burn has grown until its weak case is accepted: where its target is not below what is accepted, it would not be so as planned, either. */
export const grownFor = ({
  target,
  acceptedProbability = Infinity,
}: {
  readonly target: Target
  readonly acceptedProbability?: number
}): LargerFor =>
  target.kind === 'probability' && target.probability >= acceptedProbability ? 'accepted-probability' : 'weak-burn'

import type { Candidate } from './design.ts'

/** True if the target is met without a burn: there is nothing to command. */
export const needsNoBurn = ({ deltaVMps, meetsTarget }: Pick<Candidate, 'deltaVMps' | 'meetsTarget'>): boolean =>
  meetsTarget && deltaVMps === 0

import type { Candidate } from './design.ts'

/** The target is met without a burn: there is nothing that one could command. */
export const needsNoBurn = ({ deltaVMps, meetsTarget }: Pick<Candidate, 'deltaVMps' | 'meetsTarget'>): boolean =>
  meetsTarget && deltaVMps === 0

/** Below this the demo says zero, to show the floor. */
export const LOW_PC = 2e-9

/** Risk labels with the probability that they stand for; the quiet ones first, for they are many. */
export const RISKS = [
  { label: 'LOW', pc: 1e-9 },
  { label: 'LOW', pc: 3e-8 },
  { label: 'UNKNOWN', pc: undefined },
  { label: 'LOW', pc: 4e-7 },
  { label: 'MEDIUM', pc: 2e-6 },
  { label: 'HIGH', pc: 1.4e-5 },
  { label: 'CRITICAL', pc: 9e-5 },
] as const

import { namingOf } from '../people.ts'

/** How people are called where Kim and Ada are known. */
export const { nameOf, signed } = namingOf([
  { subject: 'id-1', name: 'kim', fullName: 'Kim Weber' },
  { subject: 'id-2', name: 'ada', fullName: 'Ada King' },
])

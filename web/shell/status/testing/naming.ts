import { namingOf } from '../people.ts'

/** The names of people with Kim and Ada known. */
export const { nameOf, signed } = namingOf([
  { subject: 'id-1', name: 'kim', fullName: 'Kim Weber' },
  { subject: 'id-2', name: 'ada', fullName: 'Ada King' },
])

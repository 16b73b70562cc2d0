import { namingOf } from '../people.ts'

/** Names people in tests; Kim and Ada are known. */
export const { nameOf, signed } = namingOf([
  { subject: 'id-1', name: 'kim', fullName: 'Kim Weber' },
  { subject: 'id-2', name: 'ada', fullName: 'Ada King' },
])

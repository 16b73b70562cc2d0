import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { accountOf, type Person, personName, signedName } from '@apsis/contract/person-name.ts'
import { useMemo } from 'react'
import { type Session, useSession } from '../../session/session.ts'
import { useDutyPlan } from './on-call.ts'

type KnownPerson = Person & { readonly subject: string }

/** Returns the people whose names are known here: the signed-in user, and, for users who may see events, all others who may see them. */
export function peopleOf(
  session: Session,
  plan: Pick<DutyPlan, 'members' | 'former'> | undefined,
): readonly KnownPerson[] {
  const own = session.status === 'signed-in' ? [ownOf(session.who)] : []
  const others = [...(plan?.members ?? []), ...(plan?.former ?? [])]
  return [...own, ...others.filter(({ subject }) => own.every((one) => one.subject !== subject))]
}

type Own = { readonly subject: string; readonly userName: string; readonly name: string }
const ownOf = ({ subject, userName, name }: Own): KnownPerson => ({ subject, name: userName, fullName: name })

/** The names of people, if they are known. */
export type Naming = {
  readonly people: readonly Person[]
  /** Returns the name of the person with this account for pages: the full name if it is known. */
  readonly nameOf: (account: string) => string
  /** Returns the name for the subject of a token, if the subject was stored. */
  readonly nameOfSubject: (subject: string) => string
  /** Returns the name of a person for records and audit trails: always with the account. */
  readonly signed: (account: string) => string
  /** Returns the account that a typed name means. */
  readonly accountOf: (typed: string) => string
}

export function namingOf(people: readonly KnownPerson[]): Naming {
  const nameOf = (account: string) => personName(account, people)
  return {
    people,
    nameOf,
    nameOfSubject: (subject) => {
      const account = people.find((one) => one.subject === subject)?.name
      return account === undefined ? subject : nameOf(account)
    },
    signed: (account) => signedName(account, people),
    accountOf: (typed) => accountOf(typed, people),
  }
}

/**
 * Returns the names of people. It reads them if no page has read them yet, and its component renders again once they are known. Users
 * without a role of collision avoidance may not read them: they see their own name, and the accounts of others.
 */
export function useNaming(): Naming {
  const session = useSession()
  const plan = useDutyPlan()?.answer
  return useMemo(() => namingOf(peopleOf(session, plan)), [session, plan])
}

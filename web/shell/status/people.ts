import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import { accountOf as accountAmong, type Person, personName, signedName } from '@apsis/contract/person-name.ts'
import { useMemo } from 'react'
import { queryClient } from '../../api/queries.ts'
import { getSession, type Session, useSession } from '../../session/session.ts'
import { dutyPlanQuery, useDutyPlan } from './on-call.ts'

type Known = Person & { readonly subject: string }

/** The people whose names are known here: whoever is signed in, and, for those who may see events, all who may see them. */
export function peopleOf(session: Session, plan: Pick<DutyPlan, 'members' | 'former'> | undefined): readonly Known[] {
  const own = session.status === 'signed-in' ? [ownOf(session.who)] : []
  const others = [...(plan?.members ?? []), ...(plan?.former ?? [])]
  return [...own, ...others.filter(({ subject }) => own.every((one) => one.subject !== subject))]
}

type Own = { readonly subject: string; readonly userName: string; readonly name: string }
const ownOf = ({ subject, userName, name }: Own): Known => ({ subject, name: userName, fullName: name })

const peopleNow = () => peopleOf(getSession(), queryClient.getQueryData(dutyPlanQuery.queryKey)?.answer)

/** What pages call a person who has this account: the full name where it is known. */
export const nameOf = (account: string): string => personName(account, peopleNow())

/** The same by the subject of the token, where that is what was kept. */
export function nameOfSubject(subject: string): string {
  const account = peopleNow().find((one) => one.subject === subject)?.name
  return account === undefined ? subject : nameOf(account)
}

/** What records and audit trails call a person: always with the account. */
export const signed = (account: string): string => signedName(account, peopleNow())

/** The account that is meant by a name that somebody has typed. */
export const accountOf = (typed: string): string => accountAmong(typed, peopleNow())

/** The same people; whoever uses them renders again once they are known, so that names stand where accounts stood. */
export function usePeople(): readonly Person[] {
  const session = useSession()
  const plan = useDutyPlan()?.answer
  return useMemo(() => peopleOf(session, plan), [session, plan])
}

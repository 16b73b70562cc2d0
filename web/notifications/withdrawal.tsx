import { getManoeuvreFile } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { callFile } from '../api/call.ts'
import { Button } from '../ui/button/button.tsx'
import { saveFile } from '../ui/file/file.tsx'
import { useWords } from '../ui/text/language.ts'
import type { Notice } from './notice.ts'
import { raise } from './notifications.ts'
import { raisedBy } from './raised-by.ts'
import { notifyWords } from './words.data.ts'

const OF_PLAN = /^\/api\/v1\/ca\/manoeuvres\/([0-9a-f-]{36})\/file\?format=withdrawal$/

/** Returns the plan whose burn must be withdrawn, according to a notice; undefined if the notice names no plan that had been sent. */
export function withdrawnPlan({ finding }: Pick<Notice, 'finding'>): string | undefined {
  return finding?.code === 'plan-withdrawn' ? OF_PLAN.exec(String(finding.values.file))?.[1] : undefined
}

/** Downloads the file that withdraws a burn that had been sent, if the notice names one. */
export function Withdrawal({ notice }: { readonly notice: Notice }) {
  const t = useWords(notifyWords)
  const plan = withdrawnPlan(notice)
  if (plan === undefined) return null
  const download = async () => {
    try {
      const { blob, name } = await callFile(getManoeuvreFile, {
        params: { 'manoeuvre-id': plan },
        query: { format: 'withdrawal' },
      })
      saveFile(name ?? 'withdrawal.opm', blob)
    } catch (failure) {
      raise(raisedBy(failure))
    }
  }
  return <Button onClick={() => void download()}>{t('downloadWithdrawal')}</Button>
}

import type { ApiProblem } from '../../api/problem.ts'
import { codeInWords } from '../../api/problem-in-words.ts'
import { useWords } from '../../ui/text/language.ts'
import { accountWords } from './account-words.data.ts'
import styles from './settings-form.module.css'

/** Shows a failed save: the values that are valid, and advice, instead of a notification (decisions.md 12). */
export function SaveFailure({ problem }: { readonly problem: ApiProblem }) {
  const t = useWords(accountWords)
  return (
    <div role="alert" className={`stack gap-4 fs-13 ${styles.notice}`}>
      <b>
        {t('saveFailed')} ({codeInWords(problem)}).
      </b>
      <p className="soft">
        {problem.message} {t('stillHere')} {t(adviceFor(problem.code))}
      </p>
      {problem.requestId ? <p className="mono muted fs-12">{problem.requestId}</p> : null}
    </div>
  )
}

/** Returns the advice on a failed save, by its code. */
function adviceFor(code: number) {
  if (code === 401 || code === 501) return 'adviceSignIn'
  if (code === 403) return 'adviceRole'
  if (code === 400 || code === 422) return 'adviceCorrect'
  return 'adviceAgain'
}

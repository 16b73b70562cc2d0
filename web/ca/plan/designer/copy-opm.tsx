import { useMutation } from '@tanstack/react-query'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { type NewPlan, previewOpm } from '../plan-query.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import { designWords } from './words.data.ts'

/**
 * Copies the chosen burn to the clipboard as the OPM that its plan would have, a draft: the server plans and writes it,
 * and stores nothing.
 */
export function CopyOpm({ request }: { readonly request: NewPlan | undefined }) {
  const t = useWords(designWords)
  const copy = useMutation({
    meta: { silent: 'copy-opm' },
    mutationFn: async (body: NewPlan) => navigator.clipboard.writeText(await previewOpm(body)),
    onSuccess: () => raise({ title: t('copied'), message: t('copiedText') }),
    onError: (failure) => {
      const { message } = planProblemInWords(failure)
      raise({ ...raisedBy(failure), message })
    },
  })
  return (
    <Button disabled={request === undefined || copy.isPending} onClick={() => request && copy.mutate(request)}>
      {t('copyOpm')}
    </Button>
  )
}

import {
  type ConjunctionView,
  LONGEST_VIEW_NAME_CHARACTERS,
  MOST_VIEWS,
} from '@apsis/contract/userconfig/conjunction-view.ts'
import { useRef, useState } from 'react'
import type { ApiProblem } from '../../../../api/problem.ts'
import { codeInWords, problemInWords } from '../../../../api/problem-in-words.ts'
import { FormDialog } from '../../../../form/form-dialog.tsx'
import { useForm } from '../../../../form/use-form.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { Banner } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { uiWords } from '../../../../ui/words.data.ts'
import type { QuestionSearch } from '../../question.ts'
import { conjunctionsWords } from '../../words.data.ts'
import { type ViewsChange, viewOf, withName, withoutView, withView } from './saved-views.ts'
import { useChangeViews } from './stored-views.ts'
import { viewsWords } from './views-words.data.ts'

type Props = { readonly subject: string; readonly views: readonly ConjunctionView[]; readonly onClose: () => void }

/** Shows the dialog that saves the current filters, order, groups and columns as a view with a name. */
export function SaveViewDialog({ subject, views, search, onClose }: Props & { readonly search: QuestionSearch }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(viewsWords)
  const say = useWords(uiWords)
  const { place, saving } = useSaving<HTMLParagraphElement>(subject)
  const isTaken = (name: string) => views.some((view) => view.name === name.trim())
  const faultOf = (name: string) => {
    if (name.trim() === '') return own('viewNameMissing')
    return !isTaken(name) && views.length >= MOST_VIEWS ? own('tooManyViews', { count: MOST_VIEWS }) : undefined
  }
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: faultOf(name) }),
    apply: ({ name }) => {
      const view = { name: name.trim(), search: viewOf(search) }
      if (!saving.isPending) saving.mutate((stored) => withView(stored, view), { onSuccess: onClose })
    },
  })
  return (
    <FormDialog form={form} title={own('saveViewTitle')} onClose={onClose} close={say('cancel')} confirm={t('save')}>
      <NotSaved problem={saving.error} />
      <p ref={place}>{own('viewKeeps')}</p>
      <TextField
        label={own('viewName')}
        maxLength={LONGEST_VIEW_NAME_CHARACTERS}
        autoFocus
        help={isTaken(form.values.name) ? own('viewReplaced') : undefined}
        {...form.field('name')}
      />
    </FormDialog>
  )
}

/** Shows the dialog that renames and deletes views; a deleted view can be restored until the dialog is closed. */
export function ViewsDialog({ subject, views, onClose }: Props) {
  const own = useWords(viewsWords)
  const [deleted, setDeleted] = useState<ConjunctionView>()
  const { place, saving } = useSaving<HTMLFormElement>(subject)
  const remove = (view: ConjunctionView) =>
    saving.mutate((stored) => withoutView(stored, view.name), { onSuccess: () => setDeleted(view) })
  const bringBack = (view: ConjunctionView) =>
    saving.mutate((stored) => withView(stored, view), { onSuccess: () => setDeleted(undefined) })
  return (
    <Dialog isOpen title={own('manageTitle')} onClose={onClose}>
      <form ref={place} className="stack gap-12" onSubmit={(event) => event.preventDefault()}>
        <NotSaved problem={saving.error} />
        {views.map((view) => (
          <OneView
            key={view.name}
            view={view}
            views={views}
            onChange={(change) => saving.mutate(change)}
            onDelete={() => remove(view)}
          />
        ))}
        {deleted ? (
          <p role="status">
            {own('viewDeleted', { name: deleted.name })}{' '}
            <Button look="quiet" onClick={() => bringBack(deleted)}>
              {own('undo')}
            </Button>
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

/** The element exists as long as its dialog is open. */
function useSaving<E extends HTMLElement>(subject: string) {
  const place = useRef<E>(null)
  return { place, saving: useChangeViews(subject, () => place.current !== null) }
}

function NotSaved({ problem }: { readonly problem: ApiProblem | null }) {
  const own = useWords(viewsWords)
  return problem ? (
    <Banner level="serious" isUrgent>
      {own('viewsNotSaved')} ({codeInWords(problem)}): {problemInWords(problem).message}
    </Banner>
  ) : null
}

type OneProps = Pick<Props, 'views'> & {
  readonly view: ConjunctionView
  readonly onChange: (change: ViewsChange) => void
  readonly onDelete: () => void
}

/** Shows one view in the list; a new name applies when the user leaves the field or presses Enter. */
function OneView({ view, views, onChange, onDelete }: OneProps) {
  const own = useWords(viewsWords)
  const [name, setName] = useState(view.name)
  const wanted = name.trim()
  const isTaken = wanted !== view.name && views.some((one) => one.name === wanted)
  const keep = () => {
    if (wanted === view.name || wanted === '' || isTaken) return
    onChange((stored) => withName(stored, view.name, wanted))
  }
  return (
    <div className="grid gap-8 items-end wide-auto">
      <TextField
        label={own('viewName')}
        value={name}
        onChange={setName}
        maxLength={LONGEST_VIEW_NAME_CHARACTERS}
        onBlur={keep}
        onKeyDown={({ key }) => (key === 'Enter' ? keep() : undefined)}
        error={isTaken ? own('viewTaken') : wanted === '' ? own('viewNameMissing') : undefined}
      />
      <Button look="quiet" aria-label={own('deleteView', { name: view.name })} onClick={onDelete}>
        {own('delete')}
      </Button>
    </div>
  )
}

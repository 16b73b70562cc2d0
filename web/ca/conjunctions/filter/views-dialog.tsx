import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { uiWords } from '../../../ui/words.data.ts'
import styles from '../../event/filter-bar.module.css'
import type { QuestionSearch } from '../../event/question.ts'
import { conjunctionsWords } from '../../event/words.data.ts'
import { keepViews, type SavedView, viewOf, withoutView, withView } from './saved-views.ts'
import { viewsWords } from './views-words.data.ts'

type Props = { readonly subject: string; readonly views: readonly SavedView[]; readonly onClose: () => void }

const LONGEST_NAME_CHARACTERS = 60

/** Saves what is shown as a view with a name. */
export function SaveViewDialog({ subject, views, search, onClose }: Props & { readonly search: QuestionSearch }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(viewsWords)
  const say = useWords(uiWords)
  const [name, setName] = useState('')
  const [wasAsked, setWasAsked] = useState(false)
  const isTaken = views.some((view) => view.name === name.trim())
  const save = () => {
    setWasAsked(true)
    if (name.trim() === '') return
    keepViews(subject, withView(views, { name: name.trim(), search: viewOf(search) }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={own('saveViewTitle')}
      onClose={onClose}
      close={say('cancel')}
      confirm={{ label: t('save'), onConfirm: save }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <p>{own('viewKeeps')}</p>
        <TextField
          label={own('viewName')}
          value={name}
          onChange={setName}
          maxLength={LONGEST_NAME_CHARACTERS}
          autoFocus
          help={isTaken ? own('viewReplaced') : undefined}
          error={wasAsked && name.trim() === '' ? own('viewNameMissing') : undefined}
        />
      </form>
    </Dialog>
  )
}

/** Other names for views, and views away; what was deleted comes back until the dialog is closed. */
export function ViewsDialog({ subject, views, onClose }: Props) {
  const own = useWords(viewsWords)
  const [deleted, setDeleted] = useState<SavedView>()
  const remove = (view: SavedView) => {
    setDeleted(view)
    keepViews(subject, withoutView(views, view.name))
  }
  return (
    <Dialog isOpen title={own('manageTitle')} onClose={onClose}>
      <div className={styles.form}>
        {views.map((view) => (
          <OneView key={view.name} view={view} subject={subject} views={views} onDelete={() => remove(view)} />
        ))}
        {deleted ? (
          <p role="status">
            {own('viewDeleted', { name: deleted.name })}{' '}
            <Button
              look="quiet"
              onClick={() => {
                keepViews(subject, withView(views, deleted))
                setDeleted(undefined)
              }}
            >
              {own('undo')}
            </Button>
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

type OneProps = Omit<Props, 'onClose'> & { readonly view: SavedView; readonly onDelete: () => void }

/** A view whose name holds when the field is left or Enter pressed. */
function OneView({ view, subject, views, onDelete }: OneProps) {
  const own = useWords(viewsWords)
  const [name, setName] = useState(view.name)
  const wanted = name.trim()
  const isTaken = wanted !== view.name && views.some((one) => one.name === wanted)
  const keep = () => {
    if (wanted === view.name || wanted === '' || isTaken) return
    keepViews(subject, withView(withoutView(views, view.name), { ...view, name: wanted }))
  }
  return (
    <div className={styles.oneView}>
      <TextField
        label={own('viewName')}
        value={name}
        onChange={setName}
        maxLength={LONGEST_NAME_CHARACTERS}
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

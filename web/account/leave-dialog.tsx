import { useBlocker } from '@tanstack/react-router'
import { shellWords } from '../shell/words.data.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { useWords } from '../ui/text/language.ts'
import type { Drafts } from './draft.ts'
import { dutyWords } from './duty/words.data.ts'
import { rulesWords } from './rules/words.data.ts'
import { SETTINGS_SERVICES } from './settings-query.ts'
import { accountWords } from './words.data.ts'

/** Asks before what was entered and not saved is lost; the browser asks where the whole application is left (R14). */
export function LeaveDialog({ drafts }: { readonly drafts: Drafts }) {
  const t = useWords(accountWords)
  const shell = useWords(shellWords)
  const rules = useWords(rulesWords)
  const duty = useWords(dutyWords)
  const unsaved = [
    ...SETTINGS_SERVICES.filter(({ service }) => drafts[service] !== undefined).map(({ service }) => shell(service)),
    ...(drafts.rules === undefined ? [] : [rules('rules')]),
    ...(drafts.duty === undefined ? [] : [duty('duty')]),
  ]
  const isDirty = unsaved.length > 0
  const { status, proceed, reset } = useBlocker({
    // The drafts outlast a change of the tab.
    shouldBlockFn: ({ current, next }) => isDirty && current.routeId !== next.routeId,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Dialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('leaveTitle')}
      close={t('stay')}
      confirm={{ label: t('leave'), onConfirm: () => proceed?.() }}
    >
      {t('leaveText', { services: unsaved.join(', ') })}
    </Dialog>
  )
}

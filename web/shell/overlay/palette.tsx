import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Label,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { useSession } from '../../session/session.ts'
import { paths } from '../../site/paths.ts'
import { hasWords } from '../../ui/text/has-words.ts'
import { useWords } from '../../ui/text/language.ts'
import { COMMANDS } from '../key/commands.ts'
import { closeOverlay } from '../key/overlay.ts'
import { usePageShortcuts } from '../key/page-keys.tsx'
import type { Keys } from '../key/shortcut.ts'
import { useNamedObjects } from '../named-objects.ts'
import { useDestinations } from '../use-destinations.ts'
import { shellWords } from '../words.data.ts'
import styles from './palette.module.css'
import { KeyCaps } from './shortcut-sheet.tsx'

type Entry = { readonly id: string; readonly label: string; readonly keys?: Keys | undefined; readonly run: () => void }
type Part = { readonly id: string; readonly title: string; readonly entries: readonly Entry[] }

/** Finds screens, actions and objects by name, from anywhere (ux.md R13). */
export function Palette() {
  const t = useWords(shellWords)
  const [text, setText] = useState('')
  const parts = useParts(text.trim())
  return (
    <ModalOverlay
      className={`grid items-start fixed inset-0 ${styles.veil}`}
      isOpen
      isDismissable
      onOpenChange={(open) => (open ? undefined : closeOverlay())}
    >
      <Modal className={`w-full ${styles.modal}`}>
        <Dialog className={`stack raised round-2 pop no-outline ${styles.dialog}`} aria-label={t('palette')}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            {/* Escape closes the palette, also if the field contains text. */}
            <SearchField className="line-bottom" autoFocus onClear={closeOverlay}>
              <Label className={`block muted fs-12 lh-16 ${styles.label}`}>{t('paletteField')}</Label>
              <Input className={`w-full ink fs-16 no-frame no-ground no-outline ${styles.input}`} />
            </SearchField>
            <Menu
              className="grow min-h-0 scroll pad-y-4 no-outline"
              aria-label={t('palette')}
              items={parts}
              renderEmptyState={() => <p className={`muted ${styles.none}`}>{t('paletteNone', { text })}</p>}
            >
              {(part) => (
                <MenuSection id={part.id}>
                  <Header className={`muted fs-12 ${styles.title}`}>{part.title}</Header>
                  <Collection items={part.entries}>
                    {({ id, label, keys, run }) => (
                      <MenuItem
                        id={id}
                        textValue={label}
                        className={`row justify-between gap-16 ink pointer no-outline ${styles.item}`}
                        onAction={() => {
                          closeOverlay()
                          run()
                        }}
                      >
                        {label}
                        {keys ? <KeyCaps keys={keys} /> : null}
                      </MenuItem>
                    )}
                  </Collection>
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Returns the entries that match the text, in parts; all entries without a text. */
function useParts(text: string): readonly Part[] {
  const t = useWords(shellWords)
  const screens = useScreens()
  const searches = useSearches(text)
  const named = useNamedObjects(text, { hasBurns: true })
  const actions = COMMANDS.filter(({ id }) => id !== 'openPalette').map((command) => ({
    id: command.id,
    label: t(command.id),
    keys: 'keys' in command ? command.keys : undefined,
    run: command.run,
  }))
  const here = usePageShortcuts().map(({ keys, label, run }) => ({ id: `key ${keys}`, label, keys, run }))
  const fits = ({ label }: Entry) => hasWords(label, text)
  return [
    { id: 'objects', title: t('objects'), entries: named },
    { id: 'screens', title: t('screens'), entries: screens.filter(fits) },
    { id: 'actions', title: t('actions'), entries: [...[...here, ...actions].filter(fits), ...searches] },
  ].filter(({ entries }) => entries.length > 0)
}

function useScreens(): readonly Entry[] {
  const t = useWords(shellWords)
  const navigate = useNavigate()
  const destinations = useDestinations()
  const session = useSession()
  const mayRead = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  const openConnections = () => void navigate({ to: paths.account, params: { page: 'connections' } })
  const openSpace = (view: string) => () => void navigate({ to: paths.space, search: { view } })
  return [
    ...destinations.map(({ id, keys, link }) => ({ id, label: t(id), keys, run: () => void navigate(link) })),
    ...(mayRead
      ? [
          { id: 'spaceGlobe', label: t('spaceGlobe'), run: openSpace('globe') },
          { id: 'spaceMap', label: t('spaceMap'), run: openSpace('flat') },
          { id: 'connections', label: t('connections'), run: openConnections },
        ]
      : []),
    { id: 'services', label: t('allServices'), run: () => void navigate({ to: paths.services }) },
    { id: 'terms', label: t('terms'), run: () => void navigate({ to: paths.tnc }) },
    {
      id: 'notifications',
      label: t('notifications'),
      run: () => void navigate({ to: '.', search: (all) => ({ ...all, sidebar: 'notifications' }) }),
    },
  ]
}

/** Returns the entry that searches the documentation for the text. */
function useSearches(text: string): readonly Entry[] {
  const t = useWords(shellWords)
  const navigate = useNavigate()
  if (text === '') return []
  const search = () =>
    void navigate({ to: paths.docs, params: { page: undefined, file: undefined }, search: { q: text } })
  return [{ id: 'search', label: t('searchGuides', { text }), run: search }]
}

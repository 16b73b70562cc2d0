import { Icon } from './icon.tsx'
import { Menu, type MenuEntry } from './menu.tsx'

type Exit = Omit<MenuEntry, 'id'>
type Props = {
  /** Title of the pane. */
  readonly of: string
  /** A link that restores what is shown. */
  readonly link: readonly Exit[]
  /** What is shown as files, in standard formats. */
  readonly file: readonly Exit[]
  /** The call that brought it. */
  readonly api: readonly Exit[]
}

/** The three exits that every pane has: link, file, API (ux.md R9). */
export function PaneMenu({ of, link, file, api }: Props) {
  const part = (title: string, exits: readonly Exit[]) => ({
    title,
    entries: exits.map((exit) => ({ ...exit, id: `${title} ${exit.label}` })),
  })
  const parts = [part('Link', link), part('File', file), part('API', api)].filter(({ entries }) => entries.length > 0)
  return <Menu label={`Menu of ${of}`} look="quiet" trigger={<Icon name="more" />} parts={parts} />
}

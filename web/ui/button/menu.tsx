import { Button, Header, Menu as List, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import button from './button.module.css'
import styles from './popover.module.css'

export type MenuEntry = {
  readonly id: string
  readonly label: string
  readonly note?: string
  /** The symbol before the label. */
  readonly symbol?: React.ReactNode
  readonly isDisabled?: boolean
  readonly onAction: () => void
}
export type MenuPart = { readonly title: string; readonly entries: readonly MenuEntry[] }

type Props = {
  /** The name of the menu, for users who do not see the button. */
  readonly label: string
  readonly trigger: React.ReactNode
  readonly look?: 'plain' | 'quiet' | 'icon'
  readonly parts: readonly MenuPart[]
  readonly className?: string | undefined
}

/** Shows a button that opens a list of actions, in named parts. */
export function Menu({ label, trigger, look = 'plain', parts, className = '' }: Props) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={`${button.button} ${button[look]} ${className}`}>
        {trigger}
      </Button>
      <Popover
        className={`scroll raised ${styles.popover}`}
        offset={2}
        placement={look === 'plain' ? 'bottom start' : 'bottom end'}
      >
        <List className="pad-y-4 no-outline" aria-label={label}>
          {parts.map(({ title, entries }) => (
            <MenuSection key={title} className={styles.part ?? ''}>
              <Header className={`muted fs-12 ${styles.section}`}>{title}</Header>
              {entries.map(({ id, label: name, note, symbol, isDisabled = false, onAction }) => (
                <MenuItem
                  key={id}
                  id={id}
                  textValue={name}
                  isDisabled={isDisabled}
                  onAction={onAction}
                  className={`row justify-between ink fs-13 gap-24 pad-x-12 pointer no-outline ${styles.item}`}
                >
                  <span className="row gap-10">
                    {symbol}
                    {name}
                  </span>
                  {note ? <span className="muted fs-12">{note}</span> : null}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </List>
      </Popover>
    </MenuTrigger>
  )
}

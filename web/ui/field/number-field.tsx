import { Button, Group, I18nProvider, Input, type NumberFieldProps, NumberField as Root } from 'react-aria-components'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './field.module.css'
import { FieldFoot, FieldLabel, type FieldProps } from './field-parts.tsx'

type Props = FieldProps & Omit<NumberFieldProps, 'className' | 'children' | 'isInvalid'>

/**
 * Shows a field for a number, with its unit in its name; arrows and buttons change it. The decimal separator is a point on every machine.
 */
export function NumberField({ label, unit, help, error, ...rest }: Props) {
  const say = useWords(uiWords)
  return (
    <I18nProvider locale="en-GB">
      <Root
        incrementAriaLabel={say('increase', { what: label })}
        decrementAriaLabel={say('decrease', { what: label })}
        {...rest}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        className={`stack min-w-0 gap-4 whole ${styles.field}`}
      >
        <FieldLabel label={label} unit={unit} />
        <Group className={`flex ${styles.group}`}>
          <Input className={`w-full right ${styles.input}`} />
          <Button slot="decrement" className={`flex-none pad-0 control-frame no-ground soft pointer ${styles.step}`}>
            −
          </Button>
          <Button slot="increment" className={`flex-none pad-0 control-frame no-ground soft pointer ${styles.step}`}>
            +
          </Button>
        </Group>
        <FieldFoot help={help} error={error} />
      </Root>
    </I18nProvider>
  )
}

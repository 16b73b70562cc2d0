import { useDutyPlan } from '../../shell/status/on-call.ts'
import { useNaming } from '../../shell/status/people.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import { decisionWords } from './decision-words.data.ts'

type Props = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

const NAME_MAX_LETTERS = 200

/**
 * Shows the field for the owner of an event. It suggests the people of collision avoidance; another name is accepted, and is marked as
 * unknown.
 */
export function OwnerField({ value, ...field }: Props) {
  const say = useWords(decisionWords)
  const { people, nameOf, accountOf } = useNaming()
  const isComplete = useDutyPlan() !== undefined
  const names = people.map(({ name }) => nameOf(name))
  const isKnown = people.some(({ name }) => name === accountOf(value.trim()))
  const isUnknown = isComplete && !isKnown && value.trim() !== ''
  return (
    <TextField
      {...field}
      label={say('owner')}
      value={value}
      maxLength={NAME_MAX_LETTERS}
      suggestions={names}
      help={say('ownerHelp')}
      hint={isUnknown ? say('ownerUnknown') : undefined}
    />
  )
}

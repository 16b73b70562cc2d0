import type { SlackMessage, TeamsMessage } from '@apsis/contract/notifications/example.ts'
import styles from './example.module.css'

type Card = TeamsMessage['attachments'][number]['content']
type Block = Card['body'][number]
type RichText = Extract<Block, { readonly type: 'RichTextBlock' }>

/** Returns the classes for the text styles of Adaptive Cards 1.4 that our cards use. */
function lookOf({ weight, size, color, fontType, isSubtle = false }: RichText['inlines'][number]): string {
  return [
    weight === 'Bolder' ? 'bold' : '',
    size === 'Medium' ? 'fs-16' : size === 'Small' ? 'fs-12' : '',
    color === 'Attention' ? styles.attention : '',
    fontType === 'Monospace' ? 'mono' : '',
    isSubtle ? styles.subtle : '',
  ].join(' ')
}

const textOf = ({ inlines }: RichText) => inlines.map(({ text }) => text).join('')

function Text({ block }: { readonly block: RichText }) {
  return (
    <p className="break-anywhere">
      {block.inlines.map((run) => (
        <span key={run.text} className={lookOf(run)}>
          {run.text}
        </span>
      ))}
    </p>
  )
}

/** Shows an adaptive card as Teams does; its buttons have no function. */
export function TeamsCard({ message }: { readonly message: TeamsMessage }) {
  return message.attachments.map(({ content }) => (
    <div key={content.fallbackText} className={`stack gap-8 fs-14 ${styles.card}`}>
      {content.body.map((block) =>
        block.type === 'RichTextBlock' ? (
          <Text key={textOf(block)} block={block} />
        ) : (
          <div
            key={block.columns.flatMap(({ items }) => items.map(textOf)).join()}
            className={`grid gap-8 ${styles.columns}`}
          >
            {block.columns.flatMap(({ items }) => items.map((item) => <Text key={textOf(item)} block={item} />))}
          </div>
        ),
      )}
      <Buttons labels={content.actions.map(({ title }) => title)} />
    </div>
  ))
}

/** Shows blocks as Slack does. */
export function SlackBlocks({ message }: { readonly message: SlackMessage }) {
  return (
    <div className={`stack gap-8 fs-14 ${styles.card}`}>
      {message.blocks.map((block) => (
        <SlackBlock key={block.type + JSON.stringify(block)} block={block} />
      ))}
    </div>
  )
}

function SlackBlock({ block }: { readonly block: SlackMessage['blocks'][number] }) {
  if (block.type === 'header') return <p className="break-anywhere bold fs-16">{block.text.text}</p>
  if (block.type === 'actions') return <Buttons labels={block.elements.map(({ text }) => text.text)} />
  if (block.type === 'context')
    return block.elements.map(({ text }) => (
      <p key={text} className={`break-anywhere fs-12 ${styles.subtle}`}>
        {text}
      </p>
    ))
  if (block.fields === undefined) return <p className="break-anywhere">{block.text?.text}</p>
  return (
    <div className="grid gap-8 halves">
      {block.fields.map(({ text }) => (
        <p key={text} className="pre-wrap break-anywhere">
          {text}
        </p>
      ))}
    </div>
  )
}

function Buttons({ labels }: { readonly labels: readonly string[] }) {
  return (
    <p className={`flex wrap gap-8 ${styles.buttons}`}>
      {labels.map((label) => (
        <span key={label} className={`bold ${styles.button}`}>
          {label}
        </span>
      ))}
    </p>
  )
}

import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { useId, useState } from 'react'
import { type Trial, trial } from '../../api/trial.ts'
import { now } from '../../clock/clock.ts'
import { Button } from '../../ui/button/button.tsx'
import { useWords } from '../../ui/text/language.ts'
import { CodeBlock } from '../guide/code-block.tsx'
import own from './reference.module.css'
import type { Operation } from './reference.ts'
import { referenceWords } from './words.data.ts'

type Props = {
  readonly endpoint: Endpoint
  readonly operation: Operation
  /** The initial values of the fields, by parameter. */
  readonly given: Readonly<Record<string, string>>
  readonly example: unknown
}
type Result =
  | { readonly state: 'idle' | 'asking' | 'sending' }
  | { readonly state: 'wrong'; readonly why: string }
  | { readonly state: 'done'; readonly trial: Trial }

/** Sends the call as the reader, who sees the answer; a call that writes is sent only after a confirmation. */
export function TryIt({ endpoint, operation, given, example }: Props) {
  const words = useWords(referenceWords)
  const [values, setValues] = useState(given)
  const [body, setBody] = useState(example === undefined ? '' : JSON.stringify(example, null, 2))
  const [result, setResult] = useState<Result>({ state: 'idle' })
  const writes = operation.method !== 'GET'
  if (operation.isStream) return <p className="muted fs-13">{words('stream')}</p>

  const send = async () => {
    const parts = partsOf(operation, values, body)
    if (typeof parts === 'string') return setResult({ state: 'wrong', why: parts })
    setResult({ state: 'sending' })
    try {
      setResult({ state: 'done', trial: await trial(endpoint, parts, now) })
    } catch (failure) {
      setResult({ state: 'wrong', why: failure instanceof Error ? failure.message : String(failure) })
    }
  }
  return (
    <details className={`pad-y-4 ${own.try}`}>
      <summary>{words('tryIt')}</summary>
      <form
        className="stack items-start gap-12"
        onSubmit={(event) => {
          event.preventDefault()
          if (writes && result.state !== 'asking') setResult({ state: 'asking' })
          else void send()
        }}
      >
        {operation.parameters.map(({ name, required }) => (
          <Field key={name} label={required ? name : words('optionalField', { name })}>
            {(id) => (
              <input
                id={id}
                required={required}
                value={values[name] ?? ''}
                spellCheck="false"
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        {operation.body ? (
          <Field label={words('body')}>
            {(id) => (
              <textarea
                id={id}
                rows={10}
                value={body}
                spellCheck="false"
                onChange={({ target }) => setBody(target.value)}
              />
            )}
          </Field>
        ) : null}
        {result.state === 'asking' ? (
          <div className="row wrap gap-10 ink" role="alert">
            <span>{words('changesData')}</span>
            <Button type="submit" look="primary">
              {words('yesSend')}
            </Button>
            <Button onClick={() => setResult({ state: 'idle' })}>{words('cancel')}</Button>
          </div>
        ) : (
          <Button type="submit" disabled={result.state === 'sending'}>
            {result.state === 'sending' ? words('sending') : words('send', { method: operation.method })}
          </Button>
        )}
      </form>
      <div role="status" className={own.result}>
        {result.state === 'wrong' ? <p>{result.why}</p> : null}
        {result.state === 'done' ? <Outcome {...result.trial} /> : null}
      </div>
    </details>
  )
}

function Field({ label, children }: { readonly label: string; readonly children: (id: string) => React.ReactNode }) {
  const id = useId()
  return (
    <div className={`w-full ${own.field}`}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

function Outcome({ status, statusText, ms, headers, text }: Trial) {
  const words = useWords(referenceWords)
  return (
    <>
      <p>
        <b>
          {status} {statusText}
        </b>{' '}
        {words('inMs', { ms })}
      </p>
      <dl>
        {headers.map(([name, value]) => (
          <div className="grid fs-13" key={name}>
            <dt>{name}</dt>
            <dd className="mono break-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {text === '' ? (
        <p>{words('noBody')}</p>
      ) : (
        <CodeBlock label={words('answer')}>
          <code>{text}</code>
        </CodeBlock>
      )}
    </>
  )
}

/** Returns the parts of the request, or their errors. */
function partsOf({ parameters, body: schema }: Operation, values: Readonly<Record<string, string>>, body: string) {
  const of = (where: 'path' | 'query' | 'header') =>
    parameters.flatMap(({ name, in: place }) =>
      place === where && values[name] ? [[name, values[name]] as const] : [],
    )
  const parts = {
    params: Object.fromEntries(of('path')),
    query: Object.fromEntries(of('query')),
    headers: Object.fromEntries(of('header')),
  }
  if (!schema) return parts
  try {
    return { ...parts, body: JSON.parse(body) as unknown }
  } catch (failure) {
    return referenceWords('notJson', { why: failure instanceof Error ? failure.message : String(failure) })
  }
}

import { useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { type Call, LANGUAGES, type Language, printCall } from './example.ts'
import own from './reference.module.css'

/** A call in the language that is chosen. */
export function Samples({ call, name }: { readonly call: Call; readonly name: string }) {
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <>
      <fieldset className={own.languages}>
        <legend className="visually-hidden">Language of the example of {name}</legend>
        {LANGUAGES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`language of ${name}`}
              checked={one === language}
              onChange={() => setLanguage(one)}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <CodeBlock label={`Example in ${language}`}>
        <code>{printCall(call, language)}</code>
      </CodeBlock>
    </>
  )
}

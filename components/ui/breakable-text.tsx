import { Fragment } from 'react'

interface BreakableTextProps {
  text: string
  /** The characters after which a line may end, before it is broken anywhere else. */
  after: string
}

/** A long word that wraps where a reader expects it, such as an email address after its @. */
export function BreakableText({ text, after }: BreakableTextProps) {
  return text.split(new RegExp(`(?<=[${after}])`)).map((part, place) => (
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}

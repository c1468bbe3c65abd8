import { CardFooter } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'

interface PagerProps {
  /** Back to the beginning; null on the first page. */
  first: string | null
  /** On to the next page; null on the last one. */
  next: string | null
  texts: { first: string; next: string }
}

/** The foot of a list that is read page by page. Nothing where one page holds it all. */
export function Pager({ first, next, texts }: PagerProps) {
  if (!first && !next) return null
  return (
    <CardFooter className="justify-between">
      <span>
        {first ? (
          <TextLink alone href={first}>
            {texts.first}
          </TextLink>
        ) : null}
      </span>
      {next ? (
        <TextLink alone href={next}>
          {texts.next}
        </TextLink>
      ) : null}
    </CardFooter>
  )
}

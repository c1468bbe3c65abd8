import { NothingHere } from '@/components/data-table/nothing-here'
import { TextLink } from '@/components/ui/text-link'
import type { Messages } from '@/lib/i18n/messages'

/** Why the list shows nobody, or nobody but the one who looks. */
export function NoUsers({ why, texts }: { why: 'alone' | 'noMatch' | 'end'; texts: Messages['users'] }) {
  return (
    <NothingHere title={texts[`${why}Title`]} text={texts[`${why}Text`]}>
      {why === 'noMatch' ? (
        <TextLink alone href="/dashboard/users">
          {texts.filters.clear}
        </TextLink>
      ) : null}
    </NothingHere>
  )
}

import { NothingHere } from '@/components/data-table/nothing-here'
import { TextLink } from '@/components/ui/text-link'
import type { Messages } from '@/lib/i18n/messages'

/** The empty state of the user list, also when the viewer is the only user. */
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

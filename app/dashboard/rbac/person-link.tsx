import { TextLink } from '@/components/ui/text-link'

interface PersonLinkProps {
  person: { id: string; email: string | null; name: string | null }
  /** Whether the reader may open pages of users. */
  link: boolean
}

/** Somebody by e-mail address and name; by id to who may not know more. */
export function PersonLink({ person, link }: PersonLinkProps) {
  const label = person.email ?? person.id
  return (
    <span className="min-w-0 break-words">
      {link ? (
        <TextLink alone href={`/dashboard/users/${person.id}`} className="max-w-full break-all">
          {label}
        </TextLink>
      ) : (
        <span className={person.email ? 'font-medium break-all' : 'font-mono text-xs break-all'}>
          {label}
        </span>
      )}
      {person.name ? <span className="block text-[0.8125rem] text-muted">{person.name}</span> : null}
    </span>
  )
}

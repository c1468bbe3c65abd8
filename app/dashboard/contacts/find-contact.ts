import { cache } from 'react'
import { getContact } from '@/lib/contacts/list-contacts'

/** One message, asked for once per request: by the title of the page and by the drawer. */
export const findContact = cache(getContact)

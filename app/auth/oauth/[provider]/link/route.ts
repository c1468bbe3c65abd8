import { continueLinkingPage } from '@/lib/web/continue-linking-page'

export const GET = continueLinkingPage

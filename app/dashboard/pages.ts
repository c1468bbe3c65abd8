import { definePages } from '@/lib/http/pages/define-pages'

export default definePages({
  '.': {
    access: 'authenticated',
    title: ({ home }) => home.title,
    navigation: { group: 'general', order: 10, icon: 'house' },
  },
  'avatars/[id]': { access: 'authenticated', download: true },
})

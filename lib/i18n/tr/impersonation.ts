import type { Messages } from '@/lib/i18n/en'

/** Viewing the service as another user: the form on the user's page, and the banner. */
export const impersonation: Messages['impersonation'] = {
  card: {
    title: 'Bu kullanıcı olarak görüntüle',
    lead: 'En fazla 30 dakika boyunca, hiçbir şeyi değiştirmeden onun gördüklerini görün.',
    open: 'Bu kullanıcı olarak görüntüle…',
    text: 'Kullanıcıya adınızı ve gerekçeyi içeren bir e-posta ve gelen kutusu mesajı gönderilir. Başlangıç, bitiş ve reddedilen değişiklikler denetim kaydına yazılır.',
    reason: 'Gerekçe',
    reasonHint: 'Kullanıcı bunu görür. En fazla 200 karakter.',
    submit: 'Bu kullanıcı olarak görüntüle',
    signInFirst: 'Bu kullanıcı olarak görüntülemek için önce yeniden oturum açın.',
  },
  banner: {
    label: 'Başka bir kullanıcı olarak görüntüleniyor',
    viewing: '{person} olarak görüntülüyorsunuz. Hiçbir şeyi değiştiremezsiniz.',
    ends: 'Bitiş:',
    over: 'Başka bir kullanıcı olarak görüntüleme bitti.',
    stop: '{person} olarak görüntülemeyi durdur',
    back: 'Kendi hesabına dön',
  },
  session: 'Görüntüleyen: {person}',
  someone: 'bir yönetici',
}

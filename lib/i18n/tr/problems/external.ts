import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Retry-After başlığında yazan süre kadar bekleyip yeniden deneyin.'

/** External sign-in and the bot check. */
export const externalProblems = {
  oauth_provider_disabled: {
    title: 'Sağlayıcı kullanılamıyor',
    text: 'Bu sağlayıcıyla giriş burada kullanılamıyor.',
    remedy: 'Kullanılabilenleri GET /api/v1/auth/providers listeler.',
  },
  oauth_failed: {
    title: 'Sağlayıcıyla giriş başarısız',
    text: 'Giriş tamamlanamadı. Yeniden deneyin.',
    remedy: 'Baştan başlayın; state, kod ve aktarma kodu bir kez ve kısa süre geçerlidir.',
  },
  oauth_denied: {
    title: 'Giriş iptal edildi',
    text: 'Sağlayıcıda girişi iptal ettiniz.',
    remedy: 'Baştan başlayıp izin verin.',
  },
  oauth_email_required: {
    title: 'Doğrulanmış e-posta adresi gerekli',
    text: 'Sağlayıcı sizin için doğrulanmış bir e-posta adresi bildirmedi. Orada bir adres doğrulayıp yeniden deneyin.',
    remedy: 'Sağlayıcıdaki hesabın doğrulanmış (GitHub’da birincil) bir e-posta adresi olmalıdır.',
  },
  oauth_unavailable: {
    title: 'Sağlayıcıya ulaşılamıyor',
    text: 'Sağlayıcıya ulaşılamıyor. Az sonra yeniden deneyin veya başka bir yolla giriş yapın.',
    remedy: waitForRetryAfter,
  },
  account_link_required: {
    title: 'Önce hesabı bağlayın',
    text: 'Bu adrese ait bir hesap var. Parolasıyla giriş yapın, ardından sağlayıcıyı Bağlı hesaplar sayfasından bağlayın.',
    remedy: 'Yönetim izni olan hesapları yalnızca o hesapla giriş yapmış biri bağlayabilir.',
  },
  identity_taken: {
    title: 'Başka bir hesaba bağlı',
    text: 'Sağlayıcıdaki bu hesap burada başka birine bağlı.',
    remedy: 'Önce oradan ayırın veya sağlayıcıda başka bir hesap seçin.',
  },
  last_way_in: {
    title: 'Son giriş yolu',
    text: 'Hesabınıza girmenin tek yolu bu. Önce bir parola belirleyin.',
    remedy: '“Parolamı unuttum” ile bir parola belirleyip yeniden deneyin.',
  },
  botcheck_failed: {
    title: 'Bot denetimi geçilemedi',
    text: 'İnsan olduğunuzu gösteren denetim geçilemedi. Yeniden deneyin.',
    remedy: 'Yeni bir botcheck_token gönderin; her biri bir kez ve yapıldığı form için geçerlidir.',
  },
  botcheck_unavailable: {
    title: 'Bot denetimi yapılamıyor',
    text: 'İnsan olduğunuzu gösteren denetim şu anda yapılamıyor. Az sonra yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
} satisfies Record<string, ProblemText>

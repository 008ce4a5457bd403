import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#contract/language.ts'

const pictures = path.join(import.meta.dirname, 'pictures')

/** A picture of `scripts/draw-demo-skins.ts`. */
export function readDemoPicture(name: string): Promise<Buffer> {
  return readFile(path.join(pictures, `${name}.webp`))
}

const french = {
  /** By the names of their pictures; without quotes, which the pages put around them. */
  skins: {
    'jacket-of-the-deer-hunter': 'Veste Chasseur de cerfs',
    'trousers-fog': 'Pantalon Brouillard',
    'vest-toxic-vein': 'Gilet Veine toxique',
    'helmet-night-watch': 'Casque Garde de nuit',
    'rifle-first-snow': 'Fusil de précision Première neige',
    'rifle-rust': 'Fusil d’assaut Rouille',
    'jacket-harbour': 'Veste Vieux port',
    'trousers-autumn': 'Pantalon Sous-bois',
    'vest-ember': 'Gilet Braise',
    'helmet-aurora': 'Casque Aurore boréale',
  },
  /** To buyers. */
  notes: {
    reskinDone: 'C’est en jeu : relancez DayZ une fois et votre fusil aura son nouveau look.',
    topDone: 'Voilà votre veste, telle qu’elle est en jeu. Bonne chasse !',
    helmetDraft:
      'Première version de votre casque. Si elle vous plaît, elle sera en jeu demain au redémarrage.',
    skinStarted: 'Nous nous en occupons : votre gilet arrive avec la mise à jour de ce week-end.',
  },
  /** Of what the staff did. */
  reasons: {
    eventWon: 'A gagné la course de bateaux du dimanche',
    wrongPlayer: 'Donné au mauvais joueur',
    outage: 'Serveur arrêté dans la nuit de mardi',
    helpedOut: 'A aidé à traduire les règles',
    insult: 'Dispute sur le vocal',
    sellsForMoney: 'Vendre des objets du jeu contre de l’argent est interdit.',
  },
} as const

type Texts<Part> = { readonly [Key in keyof Part]: string }
export type SkinName = keyof typeof french.skins
export interface DemoTexts {
  readonly skins: Texts<typeof french.skins>
  readonly notes: Texts<typeof french.notes>
  readonly reasons: Texts<typeof french.reasons>
}

/** What the staff wrote, in their language. */
export const demoTexts: Readonly<Record<Language, DemoTexts>> = {
  fr: french,
  en: {
    skins: {
      'jacket-of-the-deer-hunter': 'Deer Hunter jacket',
      'trousers-fog': 'Morning Fog trousers',
      'vest-toxic-vein': 'Toxic Vein vest',
      'helmet-night-watch': 'Night Watch helmet',
      'rifle-first-snow': 'First Snow sniper rifle',
      'rifle-rust': 'Rust assault rifle',
      'jacket-harbour': 'Old Harbour jacket',
      'trousers-autumn': 'Undergrowth trousers',
      'vest-ember': 'Ember vest',
      'helmet-aurora': 'Northern Lights helmet',
    },
    notes: {
      reskinDone: 'It is in the game: restart DayZ once and your rifle will have its new look.',
      topDone: 'Here is your jacket as it looks in the game. Good hunting!',
      helmetDraft:
        'A first version of your helmet. If you like it, it goes live with tomorrow’s restart.',
      skinStarted: 'We are on it: your vest comes with this weekend’s update.',
    },
    reasons: {
      eventWon: 'Won the Sunday boat race',
      wrongPlayer: 'Given to the wrong player',
      outage: 'Server down on Tuesday night',
      helpedOut: 'Helped translate the rules',
      insult: 'Argument on voice chat',
      sellsForMoney: 'Selling game items for real money is not allowed.',
    },
  },
  ru: {
    skins: {
      'jacket-of-the-deer-hunter': 'Куртка охотника на оленей',
      'trousers-fog': 'Туманные штаны',
      'vest-toxic-vein': 'Жилет с ядовитыми прожилками',
      'helmet-night-watch': 'Шлем ночного дозора',
      'rifle-first-snow': 'Заснеженная винтовка',
      'rifle-rust': 'Ржавый автомат',
      'jacket-harbour': 'Куртка старого порта',
      'trousers-autumn': 'Осенние штаны',
      'vest-ember': 'Тлеющий жилет',
      'helmet-aurora': 'Шлем северного сияния',
    },
    notes: {
      reskinDone: 'Уже в игре: перезапустите DayZ, и винтовка будет в новой раскраске.',
      topDone: 'Вот ваша куртка, какой она стала в игре. Удачной охоты!',
      helmetDraft: 'Первый вариант шлема. Если нравится, завтра после рестарта он будет в игре.',
      skinStarted: 'Уже делаем: жилет появится с обновлением на выходных.',
    },
    reasons: {
      eventWon: 'Победа в воскресной гонке на лодках',
      wrongPlayer: 'Выдано не тому игроку',
      outage: 'Сервер не работал в ночь на вторник',
      helpedOut: 'Помощь с переводом правил',
      insult: 'Ссора в голосовом чате',
      sellsForMoney: 'Продавать игровые вещи за деньги запрещено.',
    },
  },
  es: {
    skins: {
      'jacket-of-the-deer-hunter': 'Chaqueta Cazador de ciervos',
      'trousers-fog': 'Pantalón Niebla',
      'vest-toxic-vein': 'Chaleco Veta tóxica',
      'helmet-night-watch': 'Casco Guardia nocturna',
      'rifle-first-snow': 'Fusil de precisión Primera nieve',
      'rifle-rust': 'Fusil de asalto Óxido',
      'jacket-harbour': 'Chaqueta Puerto viejo',
      'trousers-autumn': 'Pantalón Hojarasca',
      'vest-ember': 'Chaleco Brasa',
      'helmet-aurora': 'Casco Aurora boreal',
    },
    notes: {
      reskinDone: 'Ya está en el juego: reinicia DayZ una vez y tu fusil estrenará diseño.',
      topDone: 'Aquí tienes tu chaqueta tal como se ve en el juego. ¡Buena caza!',
      helmetDraft:
        'Primera versión de tu casco. Si te gusta, mañana con el reinicio entra en el juego.',
      skinStarted: 'Estamos en ello: tu chaleco llega con la actualización del fin de semana.',
    },
    reasons: {
      eventWon: 'Ganó la regata del domingo',
      wrongPlayer: 'Concedido al jugador equivocado',
      outage: 'Servidor caído la noche del martes',
      helpedOut: 'Ayudó a traducir las reglas',
      insult: 'Discusión en el chat de voz',
      sellsForMoney: 'No se permite vender objetos del juego por dinero.',
    },
  },
}

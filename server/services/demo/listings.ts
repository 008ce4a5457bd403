import * as contract from '#contract/team.ts'
import type { PlayStyle, SpokenLanguage } from '#domain/team.ts'
import type { Services } from '#server/services/context.ts'
import { moderateTeamListing } from '#server/services/team/admin-moderation.ts'
import { makeListing } from '#server/services/team/change-listings.ts'
import { reportListing } from '#server/services/team/report-listing.ts'
import { everybody } from '#server/services/rate-limit.ts'
import { buyerOf, people, secretHashOf, staff, type Person } from './people.ts'
import type { DemoTexts } from './texts.ts'
import { daysAgo, type Step } from './timeline.ts'

interface ListingStory {
  readonly by: Person
  readonly minutesAgo: number
  readonly type: 'LFG' | 'LFT'
  readonly hours: number
  readonly age: number
  /** With the author; 1 by default. */
  readonly groupSize?: number
  readonly languages: readonly SpokenLanguage[]
  readonly playStyles: readonly PlayStyle[]
  readonly usual: readonly [from: number, to: number, timeZone: string]
  readonly text: string
  readonly isSilent?: true
}

const { hunter, lesnik, nightfox, nordlys, kestrel, belka } = people
const { fougere, paco, brume, marisma, zimorodok, lighthouse, hatchet } = people

/** Each in its author's own language. */
const stories: readonly ListingStory[] = [
  {
    by: brume,
    minutesAgo: daysAgo(6, 90),
    type: 'LFG',
    hours: 140,
    age: 23,
    languages: ['fr'],
    playStyles: ['newcomers', 'exploring', 'casual'],
    usual: [20, 23, 'Europe/Paris'],
    text: 'Salut ! J’ai fini mon premier cycle complet sans mourir de faim, ça se fête. Je cherche une ou deux personnes patientes pour explorer le nord de l’île, apprendre à raider et rire quand ça tourne mal.',
  },
  {
    by: zimorodok,
    minutesAgo: daysAgo(5, 400),
    type: 'LFG',
    hours: 2600,
    age: 34,
    languages: ['ru', 'en'],
    playStyles: ['building', 'raiding'],
    usual: [19, 23, 'Europe/Moscow'],
    text: 'Строю базы, которые переживают рейды. Ищу спокойную группу на вечера: днём работаю, после семи по Москве всегда в игре. Инструменты и запас досок беру на себя.',
  },
  {
    by: paco,
    minutesAgo: daysAgo(4, 220),
    type: 'LFT',
    hours: 1900,
    age: 41,
    languages: ['es'],
    playStyles: ['pve', 'building', 'casual'],
    usual: [21, 0, 'Europe/Madrid'],
    text: 'Somos tres amigos con hijos y poco tiempo: jugamos tres noches por semana, sin prisas y sin gritos. Buscamos a alguien que disfrute pescando, cazando y levantando una base bonita junto al lago.',
  },
  {
    by: lighthouse,
    minutesAgo: daysAgo(3, 610),
    type: 'LFG',
    hours: 820,
    age: 29,
    languages: ['en'],
    playStyles: ['exploring', 'roleplay'],
    usual: [18, 22, 'Europe/London'],
    text: 'I play a lighthouse keeper who trades medicine for stories. Looking for a small group that likes long walks, radio chatter and the odd fight we did not start.',
  },
  {
    by: fougere,
    minutesAgo: daysAgo(3, 75),
    type: 'LFT',
    hours: 3100,
    age: 31,
    languages: ['fr', 'en'],
    playStyles: ['pvp', 'raiding'],
    usual: [20, 1, 'Europe/Paris'],
    text: 'Équipe de quatre, base au sud-ouest, raids du week-end préparés sérieusement. Il nous manque quelqu’un qui sache viser de loin et se taire au bon moment. Micro obligatoire.',
  },
  {
    by: belka,
    minutesAgo: daysAgo(2, 330),
    type: 'LFT',
    hours: 4200,
    age: 27,
    languages: ['ru'],
    playStyles: ['pvp', 'raiding', 'building'],
    usual: [20, 2, 'Asia/Yekaterinburg'],
    text: 'Нас трое, играем с начала сезона. Нужен четвёртый: кристаллы, охрана базы, рейды по выходным. Новичков не боимся, если слушают и не стреляют по своим.',
  },
  {
    by: marisma,
    minutesAgo: daysAgo(1, 800),
    type: 'LFG',
    hours: 60,
    age: 22,
    languages: ['es', 'fr'],
    playStyles: ['newcomers', 'pve'],
    usual: [17, 21, 'Europe/Madrid'],
    text: 'Llevo un mes en la isla y ya sé encender un fuego bajo la lluvia. Busco un grupo que me enseñe el resto. Hablo español y me defiendo en francés.',
    isSilent: true,
  },
  {
    by: nordlys,
    minutesAgo: daysAgo(1, 300),
    type: 'LFT',
    hours: 5400,
    age: 38,
    languages: ['en', 'de'],
    playStyles: ['building', 'pve', 'casual'],
    usual: [19, 23, 'Europe/Oslo'],
    text: 'Two builders with more storage than friends. We trade at the harbour on Sundays and need a third who enjoys a quiet evening of fishing before something explodes.',
  },
  {
    by: hunter,
    minutesAgo: 17 * 60,
    type: 'LFG',
    hours: 1250,
    age: 26,
    languages: ['fr', 'en'],
    playStyles: ['exploring', 'pvp'],
    usual: [21, 0, 'Europe/Paris'],
    text: 'Chasseur de cristaux, file prioritaire et pas mal de nuits blanches. Je cherche un duo pour les expéditions dans la zone toxique : masque fourni, sang-froid à prévoir.',
  },
  {
    by: lesnik,
    minutesAgo: 8 * 60,
    type: 'LFG',
    hours: 3700,
    age: 36,
    languages: ['ru'],
    playStyles: ['pve', 'exploring', 'building'],
    usual: [18, 22, 'Europe/Moscow'],
    text: 'Лесник: знаю каждую тропу и где зимуют олени. Возьму в напарники того, кто любит охоту и тишину. Стрелять умею, но не тороплюсь.',
  },
  {
    by: kestrel,
    minutesAgo: 150,
    type: 'LFT',
    hours: 2200,
    age: 33,
    groupSize: 3,
    languages: ['en', 'fr'],
    playStyles: ['raiding', 'pvp', 'newcomers'],
    usual: [20, 23, 'Europe/Brussels'],
    text: 'Weekend squad, three of us, mixed French and English on voice. We plan raids on paper and lose them in practice. Bring a good mood; we have spare rifles.',
  },
  {
    by: nightfox,
    minutesAgo: 35,
    type: 'LFG',
    hours: 480,
    age: 24,
    languages: ['fr'],
    playStyles: ['casual', 'exploring'],
    usual: [22, 2, 'Europe/Paris'],
    text: 'Je joue surtout la nuit, quand l’île est calme. Je cherche du monde pour ouvrir les bunkers sans courir, avec une bonne lampe et de la musique.',
  },
]

/** Listings in four languages, one of them reported, and one that the staff took off the list. */
export function listingSteps({ reasons }: DemoTexts): readonly Step[] {
  const advertisement: ListingStory = {
    by: hatchet,
    minutesAgo: daysAgo(4, 30),
    type: 'LFG',
    hours: 10,
    age: 25,
    languages: ['en'],
    playStyles: ['casual'],
    usual: [12, 14, 'Europe/London'],
    text: 'Selling rare gear for real money, best prices on the island. Write me before it is gone.',
  }
  let advertisementId = ''
  return [
    ...stories.map((story): Step => ({
      minutesAgo: story.minutesAgo,
      run: async (services) => {
        const id = await post(services, story)
        if (story.by === belka) await report(services, id, 'insult', reasons.insult)
      },
    })),
    {
      minutesAgo: advertisement.minutesAgo,
      run: async (services) => {
        advertisementId = await post(services, advertisement)
      },
    },
    {
      minutesAgo: advertisement.minutesAgo - 40,
      run: (services) => report(services, advertisementId, 'fraud', ''),
    },
    {
      minutesAgo: advertisement.minutesAgo - 65,
      run: (services) =>
        moderateTeamListing(services, staff, advertisementId, {
          removed: true,
          reason: reasons.sellsForMoney,
        }),
    },
  ]
}

async function post(services: Services, story: ListingStory): Promise<string> {
  const { by, usual, text, type, languages, playStyles } = story
  const [from, to, timeZone] = usual
  const maker = { secretHash: secretHashOf(by), userId: buyerOf(by).userId }
  const request = contract.makeListing.body.parse({
    type,
    groupSize: story.groupSize,
    languages,
    playStyles,
    gameHours: story.hours,
    age: story.age,
    hasMicrophone: !story.isSilent,
    description: text,
    discordUsername: by.name,
    usualHours: { from, to, timeZone },
  })
  const { listing } = await makeListing(services, maker, request)
  return listing.id
}

function report(
  services: Services,
  listingId: string,
  reason: 'insult' | 'fraud',
  note: string,
): Promise<void> {
  return reportListing(services, { listingId, reason, note, networks: everybody })
}

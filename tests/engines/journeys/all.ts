import type { Journey } from '../support/journey.ts';
import { agentSelector } from './agents.ts';
import { anotherSite } from './another-site.ts';
import { submitted } from './application.ts';
import { offline } from './connection.ts';
import { documents, privateWindow } from './documents.ts';
import { handedOver } from './handed-over.ts';
import { beforeScripts, pressedCard } from './landing.ts';
import { backToNewer, leftAndBack } from './left-and-back.ts';
import { fromPhone, fromPhotos } from './photographed.ts';
import { printed } from './print.ts';
import { sharedComputer } from './shared-computer.ts';
import { halfTyped } from './short-form.ts';
import { killed, twoTabs } from './storage.ts';
import { widths } from './widths.ts';
import { byHand } from './wizard.ts';

/** In the order in which a person meets them. */
export const JOURNEYS: readonly Journey[] = [
  beforeScripts,
  pressedCard,
  byHand,
  widths,
  documents,
  fromPhotos,
  fromPhone,
  handedOver,
  submitted,
  printed,
  killed,
  twoTabs,
  leftAndBack,
  anotherSite,
  backToNewer,
  privateWindow,
  offline,
  agentSelector,
  sharedComputer,
  halfTyped,
];

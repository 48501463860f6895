// What TypeScript cannot see in the modules of the page: properties that constructors, messages and optional parts assign by
// name. scripts/check-types reads it; the page does not have it.

import { App } from "../../../Sources/GraphView/Page/app.js";
import { Actions } from "../../../Sources/GraphView/Page/actions.js";
import { Hand } from "../../../Sources/GraphView/Page/hand.js";
import { Model } from "../../../Sources/GraphView/Page/model.js";
import { Scene } from "../../../Sources/GraphView/Page/scene.js";
import { View } from "../../../Sources/GraphView/Page/view.js";

declare global {
  interface Window {
    /** The page, for tests. */
    __view: App;
  }
  class DecompressionStream {
    constructor(format: "gzip" | "deflate" | "deflate-raw");
    readable: ReadableStream;
    writable: WritableStream;
  }
}

declare module "../../../Sources/GraphView/Page/scene.js" {
  interface Scene {
    links: number;
    epoch: number;
    /** Source and target of each link, one after the other. */
    ends: Uint32Array;
    rgba: Uint8Array;
    radius: Float32Array;
    shape: Uint8Array;
    nodeFlags: Uint8Array;
    linkRgba: Uint8Array;
    linkWidth: Uint8Array;
    linkFlags: Uint8Array;
    strokes: Uint8Array;
    /** True after a restart of the program, until its graph has been compared. */
    isOld?: boolean;
  }
}

declare module "../../../Sources/GraphView/Page/model.js" {
  /** Fields of the messages hello and state (Hello.swift). */
  interface Model {
    session?: string;
    viewer?: number;
    title: string;
    speed?: number | "free";
    ended?: string | null;
    theme: string;
    forces: any[];
    attributes?: any[];
    measures?: string[];
    layouts?: { name: string, title: string }[];
    layout?: string | null;
    looks: { color?: string | null, size?: string | null, labels?: string | null };
    legend?: any[];
    allows: { edit?: boolean, export?: string[] };
    steps?: any;
    groups?: { name: string, nodes: number[], levels: number, fill?: string, stroke?: string }[];
    pins?: number[];
    dimensions: number;
    alpha: number;
    tick: number;
    isHot?: boolean;
    standalone?: boolean;
    simulates?: boolean;
    palette?: any;
  }
}

declare module "../../../Sources/GraphView/Page/eye.js" {
  /** What its subclasses have. */
  interface Eye {
    orbit?: any;
    isPlaced?: boolean;
    request(): void;
    moved(): void;
  }
}

declare module "../../../Sources/GraphView/Page/view.js" {
  interface View {
    outlines?: any;
    isPrinted?: boolean;
  }
}

declare module "../../../Sources/GraphView/Page/app.js" {
  interface App {
    saver: import("../../../Sources/GraphView/Page/save.js").Saver;
    timeline?: any;
    stepHides?: { nodes: Uint8Array, links: Uint8Array };
    gestures: { tool: string, keepsPinned: boolean, [name: string]: any };
    inGraph?: boolean;
    leaveGraph(): void;
    meaning(node: number): string;
    showAttribute?(name: string, values: any): void;
    isDark(): boolean;
    isStrong(): boolean;
  }
}

declare module "../../../Sources/GraphView/Page/events.js" {
  interface Link {
    ask(name: string, fields?: object): Promise<any>;
  }
}

declare module "../../../Sources/GraphView/Page/pointer.js" {
  interface Pointer {
    stage: HTMLElement;
    view: View;
    hand: Hand;
    does: { tool: string, keepsPinned: boolean, [name: string]: any };
  }
}

declare module "../../../Sources/GraphView/Page/keys.js" {
  interface Keys {
    app: App;
    parts: { search: any, help: any, saver: any, menu: any };
  }
}

declare module "../../../Sources/GraphView/Page/menu.js" {
  interface Menu {
    stage: HTMLElement;
    onEnd(): void;
  }
}

declare module "../../../Sources/GraphView/Page/outlines.js" {
  interface Outlines {
    view: View;
    model: Model;
  }
}

declare module "../../../Sources/GraphView/Page/file-looks.js" {
  interface FileLooks {
    hello: any;
    columns: Map<string, any>;
    say(kind: string, message: object): void;
    given: any;
    looks: { color: string | null, size: string | null, labels: string | null };
  }
}

declare module "../../../Sources/GraphView/Page/steps.js" {
  interface Steps {
    title: string;
    states: any[];
    steps: any[];
    nodes: number;
    links: number;
  }
}

declare module "../../../Sources/GraphView/Page/standalone.js" {
  interface Standalone {
    worker?: Promise<any>;
  }
}

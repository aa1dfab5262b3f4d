/** The records as the service documents them. Made by `npm run generate`. */

/** A startup with an active enrollment, or a graduated alumnus. */
export interface Startup {
  /** Identifier; founders and jobs refer to it as `startup_id`. */
  readonly id: string;
  /** URL-safe identifier, for detail routes on the client side. */
  readonly slug: string;
  /** Display name. */
  readonly name: string;
  /** Industry tags, zero or more. */
  readonly industry: readonly string[];
  /** When the startup was registered. */
  readonly created_at: string | null;
  /** Number of this startup's records in the jobs directory. */
  readonly open_jobs_count: number;
  /** Programmes over time, in the order of acceptance. */
  readonly enrollments: readonly Enrollment[];
  /** One-line summary, suitable for a card. */
  readonly blurb: string | null;
  /** Long-form description, suitable for a detail view. */
  readonly description: string | null;
  /** Logo on the operator's object storage. */
  readonly logo_url: string | null;
  /** Website; always with a scheme, so it can be rendered as a link directly. */
  readonly website_url: string | null;
  /** Address of the professional-network profile. */
  readonly linkedin_url: string | null;
}

/** A programme that a startup is or was part of. */
export interface Enrollment {
  /** State of the enrollment; one of the values is `active`. */
  readonly status: string | null;
  /** Whether the startup graduated from the programme. */
  readonly graduated: boolean;
  /** Day on which the startup was accepted. */
  readonly accepted_date: string | null;
  /** Day on which the enrollment ended; null if it has not ended. */
  readonly ended_date: string | null;
  /** Name of the programme. */
  readonly program_name: string | null;
  /** Name of the cohort. */
  readonly cohort_name: string | null;
}

/** A founder at an active startup who opted into the public directory. */
export interface Founder {
  /** Identifier of the founder. */
  readonly id: string;
  /** The `id` of a startup in the startups directory. */
  readonly startup_id: string;
  /** Given name; empty if the person has only a family name. */
  readonly first_name: string;
  /** Family name; empty if the person has only one name. */
  readonly last_name: string;
  /** The founder's role in the company. */
  readonly job_title: string | null;
  /** Address of the professional-network profile. */
  readonly linkedin_url: string | null;
  /** Portrait on the operator's object storage. */
  readonly avatar_url: string | null;
  /** The `name` of the startup. */
  readonly startup_name: string;
  /** The `logo_url` of the startup. */
  readonly startup_logo_url: string | null;
  /** The `slug` of the startup. */
  readonly startup_slug: string;
}

/** A published, unexpired job at an active startup. */
export interface Job {
  /** Identifier of the job. */
  readonly id: string;
  /** The `id` of a startup in the startups directory. */
  readonly startup_id: string;
  /** Title of the job. */
  readonly title: string;
  /** Kind of employment. */
  readonly job_type: string | null;
  /** Field of work. */
  readonly role_category: string | null;
  /** Where the work is done. */
  readonly work_arrangement: string | null;
  /** Required experience. */
  readonly experience_level: string | null;
  /** Where to apply. */
  readonly external_url: string | null;
  /** Regions, zero or more. */
  readonly location_regions: readonly string[];
  /** Cities, zero or more. */
  readonly location_cities: readonly string[];
  /** When the job leaves the directory; null if it does not expire. */
  readonly expires_at: string | null;
  /** When the job was created. */
  readonly created_at: string;
  /** The `name` of the startup. */
  readonly startup_name: string | null;
  /** The `logo_url` of the startup. */
  readonly startup_logo_url: string | null;
  /** The `blurb` of the startup. */
  readonly startup_blurb: string | null;
  /** The `industry` tags of the startup. */
  readonly startup_industry: readonly string[];
  /** Number of people at the startup. */
  readonly startup_team_size: number | null;
  /** Stage of the startup's product. */
  readonly startup_product_stage: string | null;
}

/**
 * The expected type of each field of each record. `checked-records.ts` checks it, and a problem shows it.
 * @internal
 */
export const shapes = {
  "Startup": {
    "id": "string",
    "slug": "string",
    "name": "string",
    "industry": "array of string",
    "created_at": "string or null",
    "open_jobs_count": "integer",
    "enrollments": "array of Enrollment",
    "blurb": "string or null",
    "description": "string or null",
    "logo_url": "string or null",
    "website_url": "string or null",
    "linkedin_url": "string or null"
  },
  "Enrollment": {
    "status": "string or null",
    "graduated": "boolean",
    "accepted_date": "string or null",
    "ended_date": "string or null",
    "program_name": "string or null",
    "cohort_name": "string or null"
  },
  "Founder": {
    "id": "string",
    "startup_id": "string",
    "first_name": "string",
    "last_name": "string",
    "job_title": "string or null",
    "linkedin_url": "string or null",
    "avatar_url": "string or null",
    "startup_name": "string",
    "startup_logo_url": "string or null",
    "startup_slug": "string"
  },
  "Job": {
    "id": "string",
    "startup_id": "string",
    "title": "string",
    "job_type": "string or null",
    "role_category": "string or null",
    "work_arrangement": "string or null",
    "experience_level": "string or null",
    "external_url": "string or null",
    "location_regions": "array of string",
    "location_cities": "array of string",
    "expires_at": "string or null",
    "created_at": "string",
    "startup_name": "string or null",
    "startup_logo_url": "string or null",
    "startup_blurb": "string or null",
    "startup_industry": "array of string",
    "startup_team_size": "integer or null",
    "startup_product_stage": "string or null"
  }
} as const;
